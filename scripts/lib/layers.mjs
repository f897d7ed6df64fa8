// Import order of the layers. A layer is a folder, or the loose files beside folders (written "."). A layer may import
// itself and layers on earlier lines. Layers on the same line must not import each other. Tests, galleries and fixtures
// (folders testing and gallery) are exempt. .dependency-cruiser.mjs turns this list into rules.

export const layers = [
  {
    folder: "apps/server/src",
    lines: [
      ["kernel"],
      ["telemetry", "licence", "backup"],
      ["app.ts"],
      ["modules", "http"],
      ["tenants", "make-app.ts"],
      ["jobs", "cli", "workers"],
      ["start.ts", "demo"],
      ["serve.ts"],
      ["main.ts", "dev"],
    ],
  },
  {
    folder: "apps/server/src/modules",
    lines: [
      ["notice", "customer", "partner", "product"],
      ["mold"],
      ["counter"],
      ["shop"],
      ["carrier", "device", "inventory", "maintenance", "new-mold", "production", "trial", "warning"],
      ["binding", "board", "data-out", "indicator", "inspection", "mold-document", "system"],
      ["first-use"],
      ["index.ts"],
    ],
  },
  {
    folder: "apps/server/src/telemetry",
    lines: [["core"], ["ledger"], ["ingest"], ["connector"], ["mqtt", "index.ts"]],
  },
  {
    folder: "packages/ui/src",
    lines: [
      ["time", "lazy"],
      ["app"],
      ["sign-in"],
      ["cells", "chart", "shell"],
      ["data"],
      ["form", "import"],
      ["list", "command", "outbox"],
    ],
  },
  {
    folder: "apps/web/src",
    lines: [
      [
        "device.ts",
        "shop-address.ts",
        "old-addresses.tsx",
        "save-blob.ts",
        "root-boundary.tsx",
        "goods-name.ts",
      ],
      ["client.ts"],
      ["entry-code.ts"],
      ["admin", "shop", "offline"],
      ["screens.ts"],
      ["admin.tsx"],
      ["login"],
      ["main.tsx"],
      ["start.ts"],
      ["dev"],
    ],
  },
  {
    folder: "apps/web/src/admin",
    lines: [
      ["scan"],
      ["."],
      ["places", "printing", "first-use"],
      [
        "binding",
        "customer",
        "data-out",
        "indicator",
        "inspection",
        "maintenance",
        "notice",
        "partner",
        "product",
      ],
      ["production", "system", "trial", "board", "counter", "shop"],
      ["device", "new-mold", "warning"],
      ["inventory", "mold", "workplace"],
    ],
  },
  {
    folder: "apps/web/src/shop",
    lines: [["parts"], ["dialogs", "product"], ["pages", "shell"], ["front", "."]],
  },
];
