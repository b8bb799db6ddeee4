// Texts that hold a policy and are not JSON. Each gets its own sentence, in place of the first sign that JSON does not have.

/** @returns what to do with the text, or null if it may be JSON */
export function otherLanguage(text: string): string | null {
  const start = text.replace(/^[\s\ufeff]+/, '')
  if (/^(["{[]|%7b)/i.test(start) || start === '') return null
  if (
    /\bjsonencode\s*\(|^(resource|data|locals|variable|module|terraform|provider|output)\b[^:\n]*[{=]/m.test(
      start,
    )
  )
    return 'This is HCL of Terraform. Give the JSON of a plan, which has the policies: terraform plan -out=plan && terraform show -json plan > plan.json'
  if (/^(#{1,6} \S.*\r?\n\s*\r?\n|```)/.test(start))
    return 'This is Markdown. Give the JSON of the policy alone.'
  if (/^(---|%YAML|#|- |["']?[\w-]+["']?:(\s|$))/.test(start))
    return 'This is YAML. Give the policy as JSON, for example with: yq -o=json policy.yaml. Of a template, give the policy in it.'
  if (/^</.test(start)) return 'This is XML or HTML. Give the policy as JSON.'
  return null
}
