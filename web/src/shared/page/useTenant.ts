import { useParams } from "react-router";
import { useProfile } from "@/session/current";

/**
 * Returns the vendor or charity of the page: from the address for administrators, else the
 * manager's own.
 */
export function useTenant(parameter: "vid" | "cid"): string {
  const given = useParams()[parameter];
  const profile = useProfile();
  return given ?? profile?.tenantIds[0] ?? "";
}
