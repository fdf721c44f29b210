// Every list that is declared in a `resource.tsx`, in the order of the sidebar.
import type { Resource } from "@/areas/admin/kit/declareResource";

const found = import.meta.glob<Resource>("./*/resource.tsx", { eager: true, import: "resource" });

export const resources = Object.values(found).toSorted((a, b) => a.menu.position - b.menu.position);
