import { useMatches } from "react-router";
import { useProfile } from "@/session/current";
import { sidebarOf, type AdminHandle, type SidebarEntry } from "./sidebar";

/** The sidebar of whoever is signed in. */
export function useSidebar(): SidebarEntry[][] {
  const profile = useProfile();
  const handles = useMatches().map(({ handle }) => handle as Partial<AdminHandle> | undefined);
  const pages = handles.flatMap((handle) => handle?.pages ?? []);
  return profile ? sidebarOf(profile, pages) : [];
}
