export declare const styles: readonly (readonly [
  file: string,
  prefix: string,
  resetClass?: string,
  hook?: string,
])[];
export declare function makeAntdStyles(): string;
/** Plugin of Vite. */
export declare function antdStyles(): { readonly name: string };
