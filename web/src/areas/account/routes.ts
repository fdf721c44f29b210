import { collectScreens } from "@/shared/page/collectScreens";
import type { Screen } from "@/shared/page/screen";

const found = import.meta.glob<Screen[]>("./**/route.ts", { eager: true, import: "routes" });

/** The screens of this area: each folder with a `route.ts`. */
export const { routes, menu } = collectScreens(found);
