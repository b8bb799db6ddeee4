export const errorScreen = {
  heading: 'Hier ist etwas schiefgegangen',
  unknown: 'Unbekannter Fehler',
  hint: 'Laden Sie die Seite neu. Ihre Käufe sind nicht betroffen.',
  home: 'Zur Startseite',
}
