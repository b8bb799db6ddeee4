import { Component, type ComponentType, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { ErrorScreen } from './error-screen.tsx'

interface Failure {
  error: unknown
  place: HTMLElement
}

class Boundary extends Component<{ children: ReactNode }, { failure: Failure | null }> {
  override state = { failure: null as Failure | null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error, place: document.createElement('div') } }
  }

  /** React has already rendered the error screen into `place`. */
  override componentDidCatch() {
    const { failure } = this.state
    if (!failure) return
    document.querySelector<HTMLDialogElement>('dialog:modal')?.close()
    document.querySelector('main')?.replaceChildren(failure.place)
    failure.place.querySelector('h1')?.focus()
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return createPortal(<ErrorScreen error={failure.error} />, failure.place)
  }
}

/** Makes a component an island: if it throws, the error screen takes the place of the page's `main`. */
export function island<Props extends object>(Content: ComponentType<Props>) {
  return function Island(props: Props) {
    return (
      <Boundary>
        <Content {...props} />
      </Boundary>
    )
  }
}
