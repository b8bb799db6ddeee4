import { site } from './site.ts'

export const downloads = {
  title: 'Herunterladen',
  thanks: 'Danke für den Kauf:',
  testOrder: {
    sandbox: 'Das ist eine Probebestellung: Es floss kein Geld, und die Datei ist eine Leseprobe.',
    testMode: 'Das ist eine Testbestellung: Es floss kein Geld, und die Datei ist eine Leseprobe.',
  },
  labels: { file: 'Datei', size: 'Größe', order: 'Bestellung', until: 'Gültig bis' },
  check: {
    heading: 'Prüfen Sie die Datei',
    before: 'Sie ist ganz und unverändert, wenn ihre SHA-256 die obige ist:',
    linux: 'unter Linux,',
    mac: 'unter macOS,',
    windows: 'in der PowerShell.',
    after: 'Ein unterbrochener Download lässt sich fortsetzen.',
  },
  expired: {
    title: 'Link abgelaufen',
    heading: 'Dieser Link ist abgelaufen',
    text: 'Ihre Bestellung gilt weiter. Wir senden einen neuen Link an ihre Adresse.',
  },
  closed: {
    title: 'Download geschlossen',
    heading: 'Dieser Download ist geschlossen',
    lost: 'Die Zahlung wurde angefochten, und die Bank hat sie zurückgebucht.',
    refunded: 'Die Zahlung wurde erstattet.',
    revoked: 'Wir haben ihn geschlossen.',
    unpaid: 'Es gibt keine Zahlung dazu.',
    erased: 'Die Bestellung wurde auf Wunsch gelöscht.',
    notReal: 'Es war eine Bestellung ohne echtes Geld.',
    text: 'Ist das ein Irrtum, schreiben Sie uns und nennen Sie die Bestellung.',
  },
  unknown: {
    title: 'Unbekannter Link',
    heading: 'Diesen Link kennen wir nicht',
    text: 'Kopieren Sie die ganze Adresse aus der E-Mail, oder fordern Sie einen neuen Link an.',
  },
  sent: {
    title: 'Sehen Sie in Ihre E-Mail',
    text: 'Gibt es zu dieser Adresse eine Bestellung, ist ein neuer Link unterwegs. Sehen Sie auch im Spam nach.',
  },
  help: 'Fragen? Schreiben Sie an',
  back: `Zurück: ${site.name}`,
}
