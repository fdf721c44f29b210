import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { mayManage } from "@/areas/portal/kit/people/authority";
import { USER_ROLE } from "@/areas/portal/kit/people/managePath";
import { userQuery } from "@/areas/portal/kit/people/queries";
import { RoleForm } from "@/areas/portal/kit/people/RoleForm";
import { RoleSwitch } from "@/areas/portal/kit/people/RoleSwitch";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { SideSheet } from "@/ui/rich/SideSheet";

interface ManageRoleSheetProps {
  id: string;
  onClose: () => void;
}

/** Form beside a person's page for their name and the role in the address. */
export function ManageRoleSheet({ id, onClose }: ManageRoleSheetProps) {
  const [query] = useSearchParams();
  const profile = useProfile();
  const { data: person } = useQuery(userQuery(id));
  const asked = query.get(USER_ROLE);
  const user = person?.roles.find(({ userRoleId }) => userRoleId === asked) ?? person?.roles[0];
  // Customers manage their own data, and administrators their own account elsewhere.
  if (!profile || !user || user.role === "CONSUMER" || !mayManage(profile, user)) return null;
  return (
    <SideSheet isOpen onClose={onClose} title={user.displayName}>
      <RoleForm
        key={user.userRoleId}
        user={user}
        mayRename={person?.mayRename ?? false}
        isTenantGiven={false}
        onDone={onClose}
      />
      <section className="mt-8 border-t border-line pt-6">
        <h3 className="text-lg">{m.users_access()}</h3>
        <RoleSwitch user={user} />
      </section>
    </SideSheet>
  );
}
