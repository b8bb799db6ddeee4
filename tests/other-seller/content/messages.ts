import { limits, longestLocalPart } from '../contract/checkout.ts'
import { words } from './words.ts'

const minutes = (count: number) => `${count} ${count === 1 ? 'Minute' : 'Minuten'}`

const nowNot = 'Das geht gerade nicht'

export const inputProblems = {
  required: {
    title: 'Es fehlt etwas',
    message: 'Bitte geben Sie Ihren Namen und Ihre E-Mail-Adresse ein.',
  },
  invalidEmail: { title: 'E-Mail ungültig', message: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.' },
  longEmail: {
    title: 'E-Mail zu lang',
    message: `Bitte geben Sie eine E-Mail-Adresse mit höchstens ${limits.email} Zeichen ein.`,
  },
  longLocalPart: {
    title: 'E-Mail zu lang',
    message: `Bitte geben Sie eine E-Mail-Adresse mit höchstens ${longestLocalPart} Zeichen vor dem @ ein.`,
  },
  longName: { title: 'Name zu lang', message: `Bitte kürzen Sie Ihren Namen auf ${limits.name} Zeichen.` },
}

export const messages = {
  orderEmail: 'Bitte geben Sie die E-Mail-Adresse Ihrer Bestellung ein.',
  headings: {
    bad_input: 'Bitte prüfen Sie Ihre Eingabe',
    method_not_allowed: 'Das ist hier nicht möglich',
    too_large: 'Das ist zu viel auf einmal',
    unsupported_media_type: 'Dieses Format können wir nicht lesen',
    too_many_requests: 'Bitte warten Sie kurz',
    cross_site: 'Bitte beginnen Sie auf unserer Seite',
    nothing_left: 'Ausverkauft',
    provider_failed: 'Die Kasse hat sich nicht geöffnet',
    event_incomplete: nowNot,
    unavailable: nowNot,
    crashed: nowNot,
    not_found: 'Seite nicht gefunden',
    conflict: 'Inzwischen hat sich etwas geändert',
  },
  checkout: {
    busy: 'Gerade kaufen viele; es wurde nichts abgebucht. Bitte versuchen Sie es gleich noch einmal.',
    unavailable: 'Der Laden nimmt gerade keine Bestellungen an; es wurde nichts abgebucht.',
    notOpened: 'Die Zahlungsseite ließ sich nicht öffnen; es wurde nichts abgebucht.',
    reserved: (wait: number) =>
      `${words.soldOrReserved} Bitte versuchen Sie es in ${minutes(wait)} noch einmal.`,
    tooMany: (open: number, wait: number) =>
      `In Ihrem Netz sind ${open} unbezahlte Kassen offen, mehr geht nicht. Um eine davon zu bezahlen, geben Sie deren E-Mail-Adresse ein. Oder versuchen Sie es in ${minutes(wait)} noch einmal.`,
  },
  tooOften: (seconds: number) =>
    `Das waren viele Anfragen in kurzer Zeit. Bitte versuchen Sie es in ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} noch einmal.`,
  reload: 'Laden Sie dann diese Seite neu: Ihr Browser sendet die Eingabe noch einmal.',
  notFound: 'Unter dieser Adresse gibt es nichts.',
  unavailable: 'Das geht gerade nicht. Bitte versuchen Sie es in einer Minute noch einmal.',
  crashed: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es später noch einmal.',
  reference: 'Wenn Sie uns schreiben, nennen Sie diese Nummer:',
  download: {
    unreadable: 'Die Datei ist gerade nicht lesbar.',
    again: 'Ihr Link bleibt gültig. Bitte versuchen Sie es in einigen Minuten noch einmal.',
    maintenance: 'Wegen einer Wartung gibt es gerade keine Downloads.',
    later:
      'Ihre Bestellung ist sicher, und Ihr Link bleibt gültig. Bitte versuchen Sie es später noch einmal.',
  },
}
