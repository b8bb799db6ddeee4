export const closing = {
  heading: 'Heute beginnen',
  text: 'Die erste Übung dauert einen Abend.',
  buy: 'Jetzt üben',
}
