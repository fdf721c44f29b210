import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { can } from "@/session/can";
import { useProfile } from "@/session/current";
import { Page } from "@/shared/page/Page";
import { showErrorToast } from "@/shared/page/showErrorToast";
import { SideSheet } from "@/ui/rich/SideSheet";
import { SkeletonGroup, SkeletonText } from "@/ui/layout/Skeleton";
import { toast } from "@/ui/overlay/toast";
import { hasPage } from "@/areas/portal/kit/people/authority";
import { ClosingRequest } from "@/areas/portal/kit/people/ClosingRequest";
import { USER_ROLE } from "@/areas/portal/kit/people/managePath";
import { userQuery, type EditedUser, type User } from "@/areas/portal/kit/people/queries";
import { RoleForm } from "@/areas/portal/kit/people/RoleForm";
import { RoleSwitch } from "@/areas/portal/kit/people/RoleSwitch";
import { SecondFactors } from "./SecondFactors";
import { SendMailButton } from "./SendMailButton";
import { useUsersArea } from "./useUsersArea";

/** Form beside the list of a vendor's or charity's users: name, role, and help with signing in. */
export function ManageUserFormPage() {
  const { id = "" } = useParams();
  const [query] = useSearchParams();
  const { showList } = useUsersArea();
  const { data: person, isLoadingError, error } = useQuery(userQuery(id));
  const asked = query.get(USER_ROLE);
  const user = person?.roles.find(({ userRoleId }) => userRoleId === asked) ?? person?.roles[0];
  // Keep the sheet open after resetting a second step, to show the result.
  const [opened, setOpened] = useState<string>();
  if (user && hasPage(user) && opened !== user.id) setOpened(user.id);
  const hasNone = user !== undefined && !hasPage(user) && opened !== user.id;

  const leave = useEffectEvent(() => {
    if (hasNone) toast.error(m.users_consumer());
    else showErrorToast(error);
    showList({ replace: true });
  });
  useEffect(() => {
    if (isLoadingError || hasNone) leave();
  }, [isLoadingError, hasNone]);

  return (
    <Page title={m.users_manage_title()}>
      <SideSheet isOpen onClose={showList} title={user?.displayName ?? m.users_manage_title()}>
        {user && !hasNone ? (
          <>
            <ClosingRequest
              user={user}
              roles={person?.roles ?? []}
              refusal={person?.closingRefusal ?? null}
              onClosed={showList}
            />
            {user.role === "CONSUMER" ? (
              <Consumer user={user} />
            ) : (
              <ManagedUser key={user.userRoleId} user={user} mayRename={person?.mayRename ?? false} />
            )}
          </>
        ) : (
          <SkeletonGroup>
            <SkeletonText lines={6} />
          </SkeletonGroup>
        )}
      </SideSheet>
    </Page>
  );
}

function Consumer({ user }: { user: User }) {
  return (
    <>
      <p className="text-ink-soft">{m.users_consumer()}</p>
      <SecondFactors user={user} />
    </>
  );
}

function ManagedUser({ user, mayRename }: { user: EditedUser; mayRename: boolean }) {
  const { tenantId, isCharity, showList } = useUsersArea();
  const profile = useProfile();
  return (
    <>
      <RoleForm
        user={user}
        mayRename={mayRename}
        isTenantGiven={tenantId !== undefined}
        isCharity={isCharity}
        onDone={() => showList()}
      />
      <section className="mt-8 border-t border-line pt-6">
        <h3 className="text-lg">{m.users_access()}</h3>
        <RoleSwitch user={user} />
        <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
          <SendMailButton user={user} />
          {can(profile, "helpCustomers") && (
            <Link to={adminPaths.logOf(user.id)} className="inline-flex min-h-11 items-center">
              {m.log_of_this()}
            </Link>
          )}
        </div>
      </section>
      <SecondFactors user={user} />
    </>
  );
}
