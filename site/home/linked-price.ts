/**
 * Hydrates the hero's price if the visitor came with a promotion code, because the price is then another. The event stands for the
 * visitor's approach (site/directives/intent.ts).
 */
export function showLinkedPrice() {
  // Earlier, the form may not have the code (site/checkout/typed-text.ts).
  addEventListener('load', () => {
    const code = document.querySelector<HTMLInputElement>('.buyer [name=code]')
    // Where storage is blocked, only the address has it.
    if (code?.value || new URLSearchParams(location.search).has('code'))
      document.querySelector('.hero-price astro-island')?.dispatchEvent(new Event('pointerover'))
  })
}
