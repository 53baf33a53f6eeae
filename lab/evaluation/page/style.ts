/** Style of the report page: light and dark by the reader's preference, one column, tables that scroll on their own where it is narrow. */
export const style = `
:root{color-scheme:light dark;--ground:#fff;--card:#f6f8fa;--text:#1f2328;--soft:#59636e;--rule:#d1d9e0;--accent:#0969da;--bar:#b6d7fb;--good:#116329;--goodBar:#aceebb;--bad:#a40e26;--badBar:#ffcecb}
@media (prefers-color-scheme:dark){:root{--ground:#0d1117;--card:#151b23;--text:#e6edf3;--soft:#9da7b3;--rule:#3d444d;--accent:#58a6ff;--bar:#12396b;--good:#56d364;--goodBar:#0f3d1c;--bad:#ff9492;--badBar:#5c1a1b}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1120px;padding:24px 20px 64px;background:var(--ground);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
h1{font-size:26px;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}h2{font-size:19px;margin:40px 0 8px;padding-top:8px;border-top:1px solid var(--rule)}h3{font-size:15px;margin:20px 0 6px}
p{margin:6px 0 10px;max-width:80ch}.soft,caption,figcaption{color:var(--soft)}a{color:var(--accent)}
nav ul{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none;margin:12px 0 0;padding:0}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--card);padding:8px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.card{background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:14px 18px;margin:16px 0}
.card h2{border:0;margin:0 0 6px;padding:0}
.code{position:relative}pre{margin:10px 0 0;padding:12px 14px;background:var(--ground);border:1px solid var(--rule);border-radius:6px;overflow:auto;font:13px/1.45 ui-monospace,Menlo,Consolas,monospace}
button{font:inherit;color:inherit;cursor:pointer}
.copy{margin-top:10px;padding:5px 14px;border:1px solid var(--rule);border-radius:6px;background:var(--ground)}.copy:hover{border-color:var(--accent)}
.scroll{overflow-x:auto;margin:8px 0}table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:14px}
caption{text-align:left;padding:0 0 6px}th,td{padding:5px 10px;border-bottom:1px solid var(--rule);text-align:right;white-space:nowrap}
th{font-weight:600}thead th{vertical-align:bottom}tbody th,thead th:first-child{text-align:left}tbody th{font-weight:500;position:sticky;left:0;background:var(--ground);white-space:normal;min-width:9em;max-width:19em;overflow-wrap:break-word}
th button{border:0;background:none;padding:0;font-weight:600}th button:hover{color:var(--accent)}th[aria-sort=ascending] button::after{content:" ▲"}th[aria-sort=descending] button::after{content:" ▼"}
.bar{background:linear-gradient(to right,var(--bar) var(--v),transparent var(--v))}
.tag{display:inline-block;margin-left:6px;padding:0 7px;border:1px solid var(--rule);border-radius:10px;font-size:12px;font-weight:500;white-space:nowrap;color:var(--soft)}.tag.pick{border-color:var(--good);color:var(--good)}
.better{background:var(--goodBar);color:var(--good);font-weight:600}.worse{background:var(--badBar);color:var(--bad);font-weight:600}.same{color:var(--soft)}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,480px),1fr));gap:20px}figure{margin:0;overflow-x:auto}figure svg{display:block;width:100%;height:auto;min-width:460px}figure .plot .ground{fill:none}
details{margin:12px 0}summary{cursor:pointer}summary:hover{color:var(--accent)}details ul{margin:6px 0;padding-left:20px;overflow-wrap:anywhere}
@media (max-width:520px){body{padding:16px 12px 48px}th,td{padding:4px 7px}.card{padding:12px}tbody th{min-width:7em;max-width:10em}}
@media print{body{max-width:none}.copy,.skip,nav{display:none}h2{break-after:avoid}figure,tr{break-inside:avoid}}
`;
