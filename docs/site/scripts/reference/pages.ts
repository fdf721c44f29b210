// All generated pages of the reference, by file name.
import { alertsPage } from "./alerts.ts";
import { apiPage } from "./api.ts";
import { auditPage } from "./audit.ts";
import { errorsPage } from "./errors.ts";
import { eventsPage } from "./events.ts";
import { metricsPage } from "./metrics.ts";
import { permissionsPage } from "./permissions.ts";
import { settingsPage } from "./settings.ts";
import { tasksPage } from "./tasks.ts";

/** Folder of the generated pages, as a path in the repository. */
export const referenceFolder = "docs/site/pages/reference";

/** Pages that are generated from files alone. `commands.md` needs the program, see `commands.ts`. */
export const generated: Record<string, () => string> = {
  "alerts.md": alertsPage,
  "api.md": apiPage,
  "audit.md": auditPage,
  "errors.md": errorsPage,
  "events.md": eventsPage,
  "metrics.md": metricsPage,
  "permissions.md": permissionsPage,
  "settings.md": settingsPage,
  "tasks.md": tasksPage,
};
