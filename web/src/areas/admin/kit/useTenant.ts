import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { paths } from "@/paths";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { useLeaveOnError } from "./place";

/** Whose pages these are: that of the address, as an administrator sees it, or one's own. */
export function useTenant(parameter: "vid" | "cid"): string {
  const given = useParams()[parameter];
  const profile = useProfile();
  return given ?? profile?.tenantIds[0] ?? "";
}

/** When a vendor or charity can't be read, administrators get back to the list; managers, who have none, go home. */
export function useLeaveTenant(
  query: Pick<UseQueryResult, "isLoadingError" | "error">,
  listPath: string,
): void {
  const navigate = useNavigate();
  const profile = useProfile();
  const place = isAdministrator(profile) ? listPath : paths.home();
  useLeaveOnError(query, (options) => void navigate(place, options));
}
