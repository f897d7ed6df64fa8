// This module is imported dynamically, so that antd loads with the pages that use it and not with the shell.
export { Themed } from "@shotkeeper/ui/app";
