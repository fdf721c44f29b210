import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { paths } from "@/paths";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { useLeaveOnError } from "./place";

/**
 * Returns the vendor or charity of the page: from the address for administrators, else the
 * manager's own.
 */
export function useTenant(parameter: "vid" | "cid"): string {
  const given = useParams()[parameter];
  const profile = useProfile();
  return given ?? profile?.tenantIds[0] ?? "";
}

/**
 * Leaves a page whose vendor or charity can't be loaded: administrators return to the list,
 * managers to the home page.
 */
export function useLeaveTenant(
  query: Pick<UseQueryResult, "isLoadingError" | "error">,
  listPath: string,
): void {
  const navigate = useNavigate();
  const profile = useProfile();
  const place = isAdministrator(profile) ? listPath : paths.home();
  useLeaveOnError(query, (options) => void navigate(place, options));
}
