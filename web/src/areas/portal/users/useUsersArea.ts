import { useLocation, useNavigate, useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import { USER_ROLE } from "@/areas/portal/kit/people/managePath";
import { useProfile } from "@/session/current";

/**
 * Returns the tenant of a page of users: none for the list of all users, else the manager's own, or the vendor or charity at
 * which an administrator looks.
 */
export function useUsersArea() {
  const { vid, cid } = useParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const profile = useProfile();

  const ownVendor = adminPaths.vendorArea();
  const ownCharity = adminPaths.charityArea();
  const own = [ownVendor, ownCharity].find(({ users }) => pathname.startsWith(users.list()));
  const area = own ?? (cid ? adminPaths.charityArea(cid) : vid ? adminPaths.vendorArea(vid) : undefined);
  const at = area?.users ?? adminPaths.users;

  /** Address of the list with its current parameters. */
  const list = new URLSearchParams(search);
  list.delete(USER_ROLE);
  const backToList = { pathname: at.list(), search: list.toString() };

  return {
    /** Vendor or charity, or `undefined` for all users. */
    tenantId: own ? profile?.tenantIds[0] : (cid ?? vid),
    isCharity: own === ownCharity || cid !== undefined,
    /** Pages for adding and managing keep the list's parameters in the address. */
    toAdd: { pathname: at.add(), search: list.toString() },
    toUser: (id: string, userRoleId: string) => {
      const query = new URLSearchParams(list);
      query.set(USER_ROLE, userRoleId);
      return { pathname: at.one(id), search: query.toString() };
    },
    showList: (options: { replace?: boolean } = {}) => void navigate(backToList, options),
  };
}
