import "@/shared/shell/work.css";
import "./admin.css";
import "@/brands/current/desk.css";
import { Link } from "react-router";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { PrivateOutlet } from "@/shared/page/PrivateOutlet";
import { Toaster } from "@/ui/Toaster";
import { AdminHeader } from "./AdminHeader";
import { AdminNavigation } from "./AdminNavigation";

/** Around every page of the admin portal: the places at the side, the person on top. */
export function AdminLayout() {
  return (
    <div className="desk">
      <a href="#main" className="skip-link">
        {m.admin_skip()}
      </a>
      <aside className="desk-side scheme-dark print:hidden" aria-label={m.admin_title()}>
        <Link to={adminPaths.home()} aria-label={m.admin_logo({ brand: brand.name })} className="desk-logo">
          <brand.Logo className="h-9 w-auto" />
        </Link>
        <p className="desk-portal">{m.admin_title()}</p>
        <AdminNavigation />
      </aside>
      <div className="desk-body">
        <AdminHeader />
        <main id="main" tabIndex={-1} className="work-main desk-main">
          <PrivateOutlet />
        </main>
      </div>
      <Toaster />
    </div>
  );
}
