import { useLocation, useNavigate, useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import { USER_ROLE } from "@/areas/admin/kit/people/managePath";
import { useProfile } from "@/session/current";

/** Whose users a page is about. The same pages serve everybody's users, a manager's own, and one vendor's as seen from above. */
export function useUsersArea() {
  const { vid } = useParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const profile = useProfile();

  const ownPaths = adminPaths.vendorArea().users;
  const isOwn = pathname.startsWith(ownPaths.list());
  const areaPaths = vid === undefined ? adminPaths.users : adminPaths.vendorArea(vid).users;
  const at = isOwn ? ownPaths : areaPaths;

  /** The list in the state in which it was left. */
  const list = new URLSearchParams(search);
  list.delete(USER_ROLE);
  const backToList = { pathname: at.list(), search: list.toString() };

  return {
    /** The one vendor, or undefined for everybody. */
    tenantId: isOwn ? profile?.tenantIds[0] : vid,
    /** Adding and managing keep the list's place in the address. */
    toAdd: { pathname: at.add(), search: list.toString() },
    toUser: (id: string, userRoleId: string) => {
      const query = new URLSearchParams(list);
      query.set(USER_ROLE, userRoleId);
      return { pathname: at.one(id), search: query.toString() };
    },
    showList: (options: { replace?: boolean } = {}) => void navigate(backToList, options),
  };
}
