"""What the site shows of the catalogue: pages and pictures, written when it is built."""
