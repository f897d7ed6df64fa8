import { build, type Rolldown, type UserConfig } from "vite";

type Chunk = Rolldown.OutputChunk;

/** A module that at least this share of the administration's screens need gets into the common file `screens`. */
const shareOfScreens = 0.3;
/** A module that at least this share of the shop's pages need gets into the common file `common`. */
const shareOfShopPages = 0.35;

/**
 * Returns groups for the bundler. A group is a set of modules that becomes one file. Without groups, the bundler makes
 * a file for each set of modules that the same pages share, and a page loads more than a hundred files. A first build
 * without groups finds out which modules each page needs.
 */
export async function chunkGroups(config: UserConfig) {
  const first = await build({
    ...config,
    configFile: false,
    logLevel: "error",
    build: { ...config.build, write: false, minify: false },
  });
  const outputs = (Array.isArray(first) ? first : [first]) as readonly Rolldown.RolldownOutput[];
  const chunks = outputs.flatMap((o) => o.output).filter((c): c is Chunk => c.type === "chunk");
  const byFile = new Map(chunks.map((c) => [c.fileName, c]));
  /** Returns the ids of all modules that some pages need. `isPage` selects these pages by their module ids. */
  const neededBy = (isPage: (module: string) => boolean) => {
    const found = new Set<Chunk>();
    const add = (chunk?: Chunk) => {
      if (!chunk || found.has(chunk)) return;
      found.add(chunk);
      for (const file of chunk.imports) add(byFile.get(file));
    };
    for (const c of chunks) if (c.facadeModuleId && isPage(c.facadeModuleId)) add(c);
    return new Set([...found].flatMap((c) => c.moduleIds));
  };
  const of = (...paths: readonly string[]) => neededBy((id) => paths.some((p) => id.endsWith(`/src/${p}`)));
  const admin = of("admin.tsx");
  const shop = of("shop/shop-app.tsx", "shop/pages/index-page.tsx");
  const screens = chunks.flatMap((c) =>
    c.facadeModuleId && /\/src\/admin\/.*-screen\.tsx$/.test(c.facadeModuleId) ? [c.facadeModuleId] : [],
  );
  /** Returns how many of the pages need each module. */
  const usesBy = (pages: readonly string[]) => {
    const uses = new Map<string, number>();
    for (const page of pages)
      for (const id of neededBy((m) => m === page)) uses.set(id, (uses.get(id) ?? 0) + 1);
    return uses;
  };
  const uses = usesBy(screens);
  const isShared = (id: string) => admin.has(id) || shop.has(id);
  const home = [...of("admin/workplace/workplace-screen.tsx")].filter((id) => (uses.get(id) ?? 0) > 1);
  const shared = [...uses].filter(([, n]) => n >= screens.length * shareOfScreens).map(([id]) => id);
  // Finds the modules that pages of the shop need. These modules get files of their own (`common` and `…-common`),
  // because the shop would otherwise load and run code of the administration too.
  const shopPages = chunks.flatMap((c) =>
    c.facadeModuleId && /\/src\/shop\/pages\/.*-page\.tsx$/.test(c.facadeModuleId) ? [c.facadeModuleId] : [],
  );
  const shopUses = usesBy(shopPages);
  const mostPages = shopPages.length * shareOfShopPages;
  const inMostPages = (modules: Iterable<string>) =>
    [...modules].filter((id) => (shopUses.get(id) ?? 0) >= mostPages);
  const inSomePages = (modules: Iterable<string>) => [...modules].filter((id) => shopUses.has(id));
  // The groups in the order in which a browser loads their files. A module belongs to the first group that lists it.
  const parts: readonly (readonly [name: string, modules: Iterable<string>])[] = [
    ["main", of("main.tsx")],
    ["login", [...of("login/login-page.tsx")].filter(isShared)],
    ["both", [...admin].filter((id) => shop.has(id))],
    ["shop", shop],
    ["common", inMostPages([...admin, ...home, ...shared])],
    ["admin-common", inSomePages(admin)],
    ["admin", admin],
    ["home-common", inSomePages(home)],
    ["home", home],
    ["screens-common", inSomePages(shared)],
    ["screens", shared],
  ];
  const partOf = new Map<string, string>();
  for (const [name, modules] of parts) for (const id of modules) if (!partOf.has(id)) partOf.set(id, name);
  return parts.map(([name], n) => ({
    name,
    priority: parts.length - n,
    test: (id: string) => partOf.get(id) === name,
    // Keeps the bundler from adding the imports of a group's modules to the group. They are already in this group or in
    // one that loads earlier.
    includeDependenciesRecursively: false,
  }));
}
