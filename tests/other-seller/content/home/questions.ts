export interface Question {
  id: string
  question: string
  answer: string
  more?: { text: string; href: string }
}

export const faq = {
  heading: 'Fragen',
  questions: [
    {
      id: 'dauer',
      question: 'Wie lange dauert es?',
      answer: 'Zwölf Abende, wenn Sie jeden Abend eine Übung lösen.',
    },
    {
      id: 'ausgaben',
      question: 'Was ist mit neuen Ausgaben?',
      answer: 'Ausgabe {version} hat {files} Dateien; neue kosten nichts.',
    },
  ] as Question[],
}
