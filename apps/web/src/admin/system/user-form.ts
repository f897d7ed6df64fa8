import { organizationChoices, roleChoices, type user, userStatus } from "@shotkeeper/contract/system";
import { useLocale } from "@shotkeeper/ui/app";
import { type EntityFormSpec, referenceInput } from "@shotkeeper/ui/form";
import { useMemo } from "react";

const RoleInput = referenceInput({ query: roleChoices, value: "roleCode", label: "roleName" });
const OrganizationInput = referenceInput({ query: organizationChoices, value: "orgId", label: "orgName" });

type UserField = keyof (typeof user)["fields"] & string;

export function useUserForm(): EntityFormSpec<UserField> {
  const t = useLocale().system.user;
  return useMemo(
    () => ({
      sections: [
        { title: t.sections.person, fields: ["userId", "userName", "nickname", "sex", "phone", "mail"] },
        { title: t.sections.access, fields: ["roleCode", "orgId", "status"] },
      ],
      inputs: { roleCode: RoleInput, orgId: OrganizationInput },
      hints: t.hints,
      initial: { status: userStatus.values.enabled },
    }),
    [t],
  );
}
