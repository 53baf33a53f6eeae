export interface SystemNeed {
  readonly command?: string;
  readonly file?: string;
  readonly package: string;
}
export function ensureSystemPackages(needs: readonly SystemNeed[]): readonly string[];
