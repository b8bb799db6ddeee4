export const draw = {
  heading: 'Zeichnen',
  description:
    'Dieses Produkt legt keine Organisation an. Die Seite bleibt leer, und keine andere führt zu ihr hin.',
  link: 'Zeichnen',
}
