import { site } from './site.ts'

export const words = {
  mail: {
    ready: 'Ihr Übungsheft ist da',
    download: 'Übungsheft herunterladen',
    sold: 'Ein Übungsheft wurde verkauft',
    bought: 'hat das Übungsheft gekauft',
  },
  download: {
    heading: 'Übungsheft herunterladen',
    oneFile: 'Das ganze Übungsheft ist eine Datei.',
    button: 'Übungsheft herunterladen',
  },
  soldOut: 'Alle Übungshefte sind verkauft.',
  soldOrReserved: 'Alle Übungshefte sind verkauft oder reserviert.',
  success: {
    ready: 'Das Übungsheft liegt für Sie bereit.',
    command: '$ üben beginnen',
    done: 'Fertig: {count} Schritte.',
  },
  afterPost: {
    heading: 'Selbst üben?',
    text: 'Alle Übungen mit Lösungen:',
    button: 'Zum Übungsheft',
  },
  sample: {
    offer: '{samples} der {files} Dateien können Sie vor dem Kauf ganz lesen.',
    button: 'Leseprobe herunterladen',
    title: (version: string) => `${site.name} ${version}: Leseprobe`,
    about: 'Das sind {samples} der {files} Dateien, ganz und unverändert:',
    module: '',
    license: 'Die Leseprobe ist zum Lesen da, nicht für den Unterricht. LICENSE.md sagt, was Käufer dürfen.',
    ofOrder:
      'Gehört dieses Archiv zu einer Bestellung, so floss kein Geld: Sie war eine Probe- oder eine Testbestellung.',
    page: 'Eine ganze Datei des Übungshefts, zum Lesen vor dem Kauf.',
  },
}
