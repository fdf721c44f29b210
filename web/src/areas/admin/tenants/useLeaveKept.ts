import { useNavigate } from "react-router";
import { useLeaveOnError } from "@/areas/admin/lists/useLeaveOnError";
import { paths } from "@/paths";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import type { TenantsAbout } from "./about";

/** When a vendor or charity can't be read, administrators get back to the list; managers, who have none, go home. */
export function useLeaveKept(isError: boolean, about: TenantsAbout): void {
  const navigate = useNavigate();
  const profile = useProfile();
  const place = isAdministrator(profile) ? about.places.list : paths.home();
  useLeaveOnError(isError, (options) => void navigate(place, options));
}
