import starlight from "@astrojs/starlight";
import { defineConfig, passthroughImageService } from "astro/config";
import { sections } from "./scripts/navigation.ts";

const base = process.env["SITE_BASE"] ?? "/";

/** Entry of the sidebar for a path of `navigation.ts`. A folder becomes a closed group of its pages. */
function entry(path: string) {
  if (!path.endsWith("/*")) return path;
  const directory = path.slice(0, -2);
  const label = directory.slice(directory.lastIndexOf("/") + 1);
  return {
    label: label === "api" ? "API calls" : label[0]?.toUpperCase() + label.slice(1),
    collapsed: true,
    items: [{ autogenerate: { directory } }],
  };
}

export default defineConfig({
  base,
  trailingSlash: "always",
  // Pictures are small already, and no program for them has to be installed.
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: "FunRay",
      description: "Documentation of FunRay, a marketplace for eGift cards of local shops in Canada.",
      locales: { root: { label: "English", lang: "en-CA" }, fr: { label: "Français", lang: "fr-CA" } },
      sidebar: sections.map((section) => ({
        label: section.label,
        translations: { "fr-CA": section.french },
        collapsed: !["Start", "Shops", "Causes"].includes(section.label),
        items: section.pages.map(entry),
      })),
      lastUpdated: false,
      credits: false,
    }),
  ],
});
