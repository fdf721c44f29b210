import { defineCollection } from "astro:content";
import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";

// `scripts/assemble.ts` writes the pages into `src/content/docs`.
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
