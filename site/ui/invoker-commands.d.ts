import 'react'

// React passes these through as they are; its types do not know them yet (HTML Standard, "invoker commands").
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | 'show-popover' | 'hide-popover' | 'toggle-popover'
    commandfor?: string
  }
}
