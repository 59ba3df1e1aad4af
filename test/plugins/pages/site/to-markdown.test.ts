/** HTML of pages as Markdown: the elements that templates use, and texts that mean something in Markdown. */
import { expect, test } from "vitest";
import { Html } from "waymark";
import { toMarkdown } from "../../../../plugins/pages/site/to-markdown.ts";

test.each([
  [
    "headings, emphasis, rules and breaks",
    "<h1>One</h1><p>Two <em>three</em>, <strong> four </strong>five.</p><hr><p>Six<br>seven</p>",
    "# One\n\nTwo _three_, **four** five.\n\n* * *\n\nSix  \nseven",
  ],
  [
    "lists within lists",
    "<ul><li>One</li><li><p>Two</p><p>Three</p></li><li>Four<ul><li>Five</li></ul></li></ul>",
    "-   One\n-   Two\n    \n    Three\n    \n-   Four\n    -   Five",
  ],
  ["numbers of a list", '<ol start="9"><li>Nine</li><li>Ten</li></ol>', "9.  Nine\n10.  Ten"],
  [
    "quotes",
    "<blockquote><p>One</p><blockquote><p>Two</p></blockquote></blockquote>",
    "> One\n> \n> > Two",
  ],
  [
    "code as it is, within a fence that it does not close",
    '<pre tabindex="0"><code class="language-ts">const a = `b`;\n```\n  c &lt; d\n</code></pre>',
    "````ts\nconst a = `b`;\n```\n  c < d\n````",
  ],
  [
    "code within a line",
    "<p><code>a `b` c</code> <code>`x`</code> <code> y </code><code></code></p>",
    "``a `b` c`` `` `x` `` `y`",
  ],
  [
    "links and images",
    '<p><a href="/a (b)" title="A &quot;title&quot;">link</a> <a href="">none</a> <img src="/x.png" alt="an *image*"></p>',
    '[link](</a \\(b\\)> "A \\"title\\"") none ![an \\*image\\*](/x.png)',
  ],
  [
    "texts that would be markup",
    "<p>* a</p><p>- b</p><p>1. c</p><p># d</p><p>&gt; [x] _y_ \\z &lt;b&gt; &amp;lt; = +</p><p>~~~ e</p>",
    "\\* a\n\n\\- b\n\n1\\. c\n\n\\# d\n\n\\> \\[x\\] \\_y\\_ \\\\z \\<b> \\&lt; = +\n\n\\~\\~~ e",
  ],
  [
    "space as a browser shows it",
    "<div> <span> a </span> <span>b</span>\n<svg><path d='x'/></svg> c</div><p></p><p>d<!-- x -->e</p>",
    "a b c\n\nde",
  ],
  [
    "no controls of the page",
    "<details><summary>More</summary><p>Text</p></details><form><p>gone</p></form><script>if (a < b) {}</script>after",
    "More\n\nText\n\nafter",
  ],
  [
    "characters by name and number",
    "<p>&mdash;&#39;x&#39; &#x41; &unknown;</p>",
    "—'x' A \\&unknown;",
  ],
])("has %s", (_name, html, markdown) => {
  expect(toMarkdown(Html.trust(html))).toBe(markdown);
});
