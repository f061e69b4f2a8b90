// What a worker is told when it is started: the rule set that is wanted first, where one
// is, and the language that is spoken. The name of a worker is all that it knows before
// it is asked.

export interface Start {
  rules: string;
  language: string;
}

export const named = ({ rules, language }: Start): string => `${language} ${rules}`;

export function start(name: string): Start {
  const [language = '', rules = ''] = name.split(' ');
  return { rules, language: language || 'en' };
}
