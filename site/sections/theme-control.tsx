import { labels } from '#content/labels.ts'
import { HalfMoon, Moon, Sun } from '../ui/icons.tsx'

const themes = [
  { value: 'system', ...labels.theme.system, Icon: HalfMoon },
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
          <Icon size={18} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
