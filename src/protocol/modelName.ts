/** Short names of models for people. */

/** The name without provider, organization, revision, format and the folders above. */
export function shortName(id: string): string {
  const name = id.replace(/^\w+:/, '');
  if (id.startsWith('hf:'))
    return name
      .replace(/[@#].*$/, '')
      .replace(/^[^/]*\//, '')
      .replace(/-onnx$/i, '');
  return id.startsWith('folder:') ? (name.split(/[\\/]/).filter(Boolean).at(-1) ?? name) : name;
}
