import { useLocation, useNavigate, useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import { USER_ROLE } from "@/areas/portal/kit/people/managePath";
import { useProfile } from "@/session/current";

/**
 * Returns the tenant of a page of users: all users, a manager's own staff, or one vendor's staff
 * for administrators.
 */
export function useUsersArea() {
  const { vid } = useParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const profile = useProfile();

  const ownPaths = adminPaths.vendorArea().users;
  const isOwn = pathname.startsWith(ownPaths.list());
  const areaPaths = vid === undefined ? adminPaths.users : adminPaths.vendorArea(vid).users;
  const at = isOwn ? ownPaths : areaPaths;

  /** Address of the list with its current parameters. */
  const list = new URLSearchParams(search);
  list.delete(USER_ROLE);
  const backToList = { pathname: at.list(), search: list.toString() };

  return {
    /** Vendor, or `undefined` for all users. */
    tenantId: isOwn ? profile?.tenantIds[0] : vid,
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
