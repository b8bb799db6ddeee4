import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import SunMoon from 'lucide-react/icons/sun-moon'
import { labels } from '#content/labels.ts'

const themes = [
  { value: 'system', ...labels.theme.system, Icon: SunMoon },
  { value: 'light', ...labels.theme.light, Icon: Sun },
  { value: 'dark', ...labels.theme.dark, Icon: Moon },
]

/** The choice of theme. layouts/page-parts.ts applies and stores it; theme.ts applies it before the next page's first paint. */
export function ThemeControl() {
  return (
    <fieldset className="theme">
      <legend>{labels.theme.name}</legend>
      {themes.map(({ value, label, title, Icon }) => (
        <label key={value} title={title}>
          <input type="radio" name="theme" value={value} defaultChecked={value === 'system'} />
          <Icon size={18} aria-hidden="true" />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
