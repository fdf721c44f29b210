import { useParams } from "react-router";
import { useProfile } from "@/session/current";

/** Whose pages these are: that of the address, as an administrator sees it, or one's own. */
export function useKept(parameter: "vid" | "cid"): string {
  const given = useParams()[parameter];
  const profile = useProfile();
  return given ?? profile?.tenantIds[0] ?? "";
}
