// The words of guided battles in English; what a step says comes from its file.

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
  watching: (side: string) => `${side} acts as the guide foresees …`,
  happened: 'What happened',
  otherwise:
    'It came out otherwise than the guide foresaw; the log tells how. Take it back to see the story as it was meant, or go on.',
  astray: 'That was not what this step asked for. It is allowed, but the story ends here.',
  lost: 'From here the story cannot go on as it was meant.',
  back: 'Take it back',
  freely: 'Go on freely',
  leave: 'Leave the guide',
  left: (side: string) => `The guide has gone; the computer leads ${side}.`,
  more: 'Read the step',
  less: 'Less',
  clause: 'Clause',
};
