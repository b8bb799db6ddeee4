import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import SunMoon from 'lucide-react/icons/sun-moon'

const themes = [
  { value: 'system', label: 'System', Icon: SunMoon },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
]

/** The choice of theme. page.ts applies and stores it; theme.ts applies it before the next page's first paint. */
export function ThemeControl() {
  return (
    <fieldset className="theme">
      <legend>Theme</legend>
      {themes.map(({ value, label, Icon }) => (
        <label key={value} title={`${label} theme`}>
          <input type="radio" name="theme" value={value} defaultChecked={value === 'system'} />
          <Icon size={18} aria-hidden="true" />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
