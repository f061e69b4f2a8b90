// The hints of a first battle.
export const hints = {
  hint: 'Hint',
  known: 'Got it',
  none: 'No more hints',
  again: 'Hints for a first battle',
  says: {
    choose: 'Tap a unit with a gold frame to see what it may do, or this for the next one.',
    move: 'Drag the unit, or tap a place: a ghost shows where it can go.',
    give: 'Nothing has happened yet. This gives the order.',
    target: 'Red brackets: it may be attacked. Tap it to see the exact odds first.',
    end: 'When you have no more orders to give, this ends the phase.',
  },
};
