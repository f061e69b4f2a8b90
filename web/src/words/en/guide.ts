// The words of guided battles in English; the text of a step comes from its file.

export const guide = {
  learn: (minutes: number) => `Learn it in ${minutes} minutes`,
  learnSays: (title: string) => `A guided first battle: ${title}`,
  guide: 'Guide',
  place: (step: number, steps: number) => `Step ${step + 1} of ${steps}`,
  goOn: 'Go on',
  watch: 'Go on and watch',
  last: 'Play on alone',
  showMe: 'Show me',
  showMeSays: 'The guide gives this order for you',
  todo: 'To do',
  done: (done: number, of: number) => `${done} of ${of} done`,
  watching: (side: string) => `${side} acts as the guide planned …`,
  happened: 'What happened',
  otherwise:
    'It did not turn out as the guide expected; the log shows how. Take it back to see the story as planned, or go on.',
  astray: 'This step asked for something else. Your order is allowed, but the story ends here.',
  lost: 'From here the story cannot go on as planned.',
  back: 'Take it back',
  freely: 'Go on freely',
  leave: 'Leave the guide',
  left: (side: string) => `The guide has gone; the computer leads ${side}.`,
  more: 'Read the step',
  less: 'Less',
  clause: 'Clause',
};
