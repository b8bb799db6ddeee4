export const postFigures: Record<string, string> = {}
