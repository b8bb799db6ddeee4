export const policies = {
  heading: 'Regeln',
  description:
    'Dieses Produkt prüft keine Zugriffsregeln. Die Seite bleibt leer, und keine andere führt zu ihr hin.',
  lead: 'Dieses Produkt prüft keine Zugriffsregeln.',
  link: 'Regeln',
}
