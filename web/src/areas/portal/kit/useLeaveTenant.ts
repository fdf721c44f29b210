import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { paths } from "@/paths";
import { isAdministrator } from "@/session/can";
import { useProfile } from "@/session/current";
import { useLeaveOnError } from "./listNavigation";

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
