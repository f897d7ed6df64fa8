/** API of the package. scripts/grid-docs.mjs reads it from the TypeScript types. */
declare module "virtual:grid-api" {
  export interface ApiMember {
    readonly name: string;
    readonly type: string;
    readonly isOptional: boolean;
    readonly text: string;
  }
  export interface ApiExport {
    readonly name: string;
    readonly kind: "component" | "function" | "type" | "value";
    /** Signature or type. Empty for an interface, whose members are listed. */
    readonly type: string;
    readonly text: string;
    readonly members: readonly ApiMember[];
  }
  const entries: readonly { readonly entry: string; readonly exports: readonly ApiExport[] }[];
  export default entries;
}
