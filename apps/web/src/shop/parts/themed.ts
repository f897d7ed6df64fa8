// This module is imported dynamically (see `page` in shop-app.tsx). So antd loads with the pages that use it and not
// with the shell.
export { Themed } from "@shotkeeper/ui/app";
