<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis version="3.22" styleCategories="Symbology">
 <pipe>
  <rasterrenderer type="paletted" band="1" opacity="1" alphaBand="-1">
   <colorPalette>
    <paletteEntry value="0" color="#e4eed8" alpha="255" label="pervious"/>
    <paletteEntry value="1" color="#77777d" alpha="255" label="impervious"/>
    <paletteEntry value="255" color="#f2d0d0" alpha="255" label="unknown"/>
   </colorPalette>
  </rasterrenderer>
 </pipe>
</qgis>
