// Renders a page to HTML during the build, in Node. The browser shows it at once and React hydrates it.
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { createQueryClient } from "@/api/queryClient";
import { brand } from "@/brands/current";
import { renderIn, type Locale } from "@/i18n";
import { routes } from "@/app/routes";
import { Providers } from "@/app/Providers";
import { PageShell } from "@/shared/page/PageShell";

export { brand };

/** Renders the placeholder that is shown until the app has rendered the page. */
export function renderShell(locale: Locale): string {
  renderIn(locale);
  return renderToString(<PageShell />);
}

export async function render(path: string, locale: Locale): Promise<string> {
  renderIn(locale);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(path, "http://prerender")));
  if (context instanceof Response || context.statusCode !== 200) {
    throw new Error(`${path} can't be prerendered: it is no page of its own`);
  }
  const queryClient = createQueryClient(() => undefined);
  const html = renderToString(
    <Providers queryClient={queryClient}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Providers>,
  );
  // Pending garbage collection of the query cache would keep the build running.
  queryClient.clear();
  return html;
}
