import type { Providers } from "../../kernel/auth/oidc/provider.ts";
import type { Config } from "../../kernel/config.ts";
import type { Module } from "../../kernel/registry.ts";
import { apiKeyCommands, apiKeyListImpl, apiKeyTable } from "./api-key.commands.ts";
import { auditCommands } from "./audit.commands.ts";
import { demoProgressImpl } from "./demo-progress.command.ts";
import { dictionaryQueries, dictionaryTables } from "./dictionary.table.ts";
import { documentRuleListImpl, documentRuleTable } from "./document-rule.table.ts";
import { importDictionaryItemsImpl, importOrganizationsImpl, importUsersImpl } from "./import.commands.ts";
import { listViewsImpl, listViewTable } from "./list-view.table.ts";
import { logListImpl, logTable } from "./log.queries.ts";
import { mapCommands } from "./map.commands.ts";
import { menuCommands, menuListImpl, menuTable } from "./menu.table.ts";
import { mySessionCommands } from "./my-sessions.commands.ts";
import { organizationListImpl, organizationTable } from "./organization.table.ts";
import { packageCommands, packageListImpl, packageTable } from "./package.table.ts";
import { parameterListImpl, parameterTable } from "./parameter.table.ts";
import { changeProfileImpl } from "./profile.command.ts";
import { assignRightsImpl, roleListImpl, roleRightsImpl, roleTable } from "./role.table.ts";
import { scriptCommands, scriptListImpl, scriptTable } from "./script/script.commands.ts";
import { secondFactorCommands } from "./second-factor.commands.ts";
import { ssoCommands } from "./sso.commands.ts";
import { commandImpls } from "./system.commands.ts";
import { queryImpls, tableImpls } from "./system.queries.ts";
import { loadLicenceImpl, softInfoImpl } from "./tenant.commands.ts";
import { tenantInfoImpl, tenantQueries, tenantTables } from "./tenant.table.ts";
import { forceOutImpl, resetPasswordImpl, viewAsImpl } from "./user.commands.ts";
import { roleChoicesImpl, userListImpl, userTable } from "./user.table.ts";
import { weChatCommands } from "./wechat.commands.ts";

export { demoParameters } from "./demo-progress.command.ts";

export const system: Module = {
  queries: [
    ...queryImpls,
    ...dictionaryQueries,
    documentRuleListImpl,
    apiKeyListImpl,
    listViewsImpl,
    logListImpl,
    menuListImpl,
    organizationListImpl,
    packageListImpl,
    parameterListImpl,
    roleListImpl,
    roleRightsImpl,
    scriptListImpl,
    userListImpl,
    roleChoicesImpl,
    ...tenantQueries,
  ],
  tables: [
    ...tableImpls,
    ...dictionaryTables,
    documentRuleTable,
    apiKeyTable,
    listViewTable,
    logTable,
    menuTable,
    organizationTable,
    packageTable,
    parameterTable,
    roleTable,
    scriptTable,
    userTable,
    ...tenantTables,
  ],
  commands: [
    ...commandImpls,
    assignRightsImpl,
    resetPasswordImpl,
    forceOutImpl,
    viewAsImpl,
    changeProfileImpl,
    importDictionaryItemsImpl,
    importOrganizationsImpl,
    importUsersImpl,
    softInfoImpl,
    demoProgressImpl,
    ...auditCommands,
    ...menuCommands,
    ...scriptCommands,
    ...packageCommands,
    ...apiKeyCommands,
    ...secondFactorCommands,
    ...mySessionCommands,
  ],
};

/**
 * Returns the queries and commands of the area "system" that depend on the server's configuration. `system` has all
 * others.
 */
export const systemOf = (config: Config, providers: Providers): Module => ({
  queries: [tenantInfoImpl(config)],
  commands: [
    loadLicenceImpl(config),
    ...mapCommands(config),
    ...weChatCommands(config),
    ...ssoCommands(config, providers),
  ],
});
