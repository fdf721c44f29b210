// Where somebody went last by the palette, kept in this browser, sealed like the profile and gone with it.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { currentProfile } from "@/session/current";
import { keepsake } from "@/session/keepsake";
import type { PaletteChoice } from "./choices";

const MOST_KEPT = 5;

const kept = keepsake<PaletteChoice[]>("palette");

/** Puts what was chosen first; it is there once. */
export function withChosen(recent: readonly PaletteChoice[], chosen: PaletteChoice): PaletteChoice[] {
  return [chosen, ...recent.filter(({ key }) => key !== chosen.key)].slice(0, MOST_KEPT);
}

const recentQuery = queryOptions({
  queryKey: ["palette", "recent"],
  queryFn: async () => (await kept.read()) ?? [],
  gcTime: 0,
});

export function useRecent() {
  const { data: recent = [] } = useQuery(recentQuery);
  return {
    recent,
    /** Only places are remembered: what an action does depends on the page where it is done. */
    remember: ({ key, label, note, icon, to }: PaletteChoice) => {
      if (to === undefined) return;
      void kept.write(withChosen(recent, { key, label, note, icon, to }), currentProfile()?.userId);
    },
  };
}
