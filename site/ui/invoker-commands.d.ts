import 'react'

// React passes these attributes through unchanged. Its types do not have them yet (HTML Standard, "invoker commands").
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | 'show-popover' | 'hide-popover' | 'toggle-popover'
    commandfor?: string
  }
}
