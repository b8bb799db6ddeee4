export const blog = {
  subtitle: 'Aus dem Alltag mit Clustern',
  description:
    'Kurze Berichte aus dem Alltag mit Clustern: was schiefging, woran man es sah, und welche Übung hilft.',
  categoryDescription: (category: string) =>
    `Beiträge zum Thema ${category}, der neueste zuerst: Berichte aus dem Betrieb, mit Beispielen zum Nachmachen.`,
}
