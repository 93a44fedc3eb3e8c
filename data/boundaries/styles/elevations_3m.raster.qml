<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis version="3.22" styleCategories="Symbology">
 <pipe>
  <rasterrenderer type="singlebandgray" grayBand="1" gradient="BlackToWhite" opacity="1" alphaBand="-1">
   <contrastEnhancement>
    <minValue>900</minValue>
    <maxValue>960</maxValue>
    <algorithm>StretchToMinimumMaximum</algorithm>
   </contrastEnhancement>
  </rasterrenderer>
 </pipe>
</qgis>
